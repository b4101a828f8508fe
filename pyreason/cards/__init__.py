"""Cards: names to characteristics and ability terms."""
