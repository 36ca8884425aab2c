"""From Parquet files to one table of rows with one stated type per column."""
