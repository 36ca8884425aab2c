"""What of the last build can be used again: all of it when nothing has changed, else the pages whose rows have not."""
