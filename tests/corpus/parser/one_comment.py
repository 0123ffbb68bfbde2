# clean
