# -*- coding: utf-16 -*-  # expect: file-not-read
