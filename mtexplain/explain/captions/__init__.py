"""The COCO caption evaluation: every metric, for all images and for each image, with the working one call away.

Chen et al. 2015, "Microsoft COCO Captions: Data Collection and Evaluation Server", arXiv 1504.00325.

Read in this order: files (COCO's format, and what is wrong with it), metrics (what is computed), evaluation (what comes
of it, and the way in).
"""
