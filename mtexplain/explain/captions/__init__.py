"""The COCO caption evaluation, with every metric for all images and for each image, and the working of each score.

It follows Chen et al. 2015, "Microsoft COCO Captions: Data Collection and Evaluation Server", arXiv 1504.00325.

Read the modules in this order. `files` reads and checks COCO's format, `metrics` computes the scores, and `evaluation`
holds the results and is the entry point.
"""
