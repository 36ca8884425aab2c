"""Files for machines: the data beside each run page, tables of the whole site, and what hosts and crawlers read."""
