"""What has changed and in what order it is done: worker processes, batches, commits, resolution, the report."""
