"""The live preview: a site that follows its files, served to a browser on this machine, never written anywhere."""
