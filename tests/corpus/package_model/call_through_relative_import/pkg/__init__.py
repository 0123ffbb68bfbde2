# One dot is the package, two dots the one above.
