"""Tests of built pages in a real browser."""
