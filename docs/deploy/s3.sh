#!/bin/sh
# Copies public/ to a folder of an S3 bucket that CloudFront serves: docs/deploy/s3.sh s3://my-bucket/bench DISTRIBUTION
# The folder in the bucket is the path of the base URL. New files come first, removals last. Needs the AWS CLI, version 2.
set -eu
to=${1:?an S3 address such as s3://my-bucket/bench} distribution=${2:?the id of the CloudFront distribution}
to=${to%/}
path=/$(printf %s "${to#s3://}" | cut -s -d/ -f2-)

put() { # file names, content type
  aws s3 sync public "$to" --no-progress --cache-control no-cache --content-type "$2" --exclude "*" --include "$1"
}

aws s3 sync public/assets "$to/assets" --no-progress --cache-control "public, max-age=31536000, immutable"
put "*.png" image/png
put "*.json" application/json
put "*.csv" "text/csv; charset=utf-8"
put "*.parquet" application/vnd.apache.parquet
put "*.webmanifest" application/manifest+json
put "*.html" "text/html; charset=utf-8"
put "*.txt" "text/plain; charset=utf-8"
put "*.xml" "text/xml; charset=utf-8"
aws s3 sync public "$to" --no-progress --size-only --delete --exclude _headers --exclude _redirects --exclude .nojekyll
aws cloudfront create-invalidation --distribution-id "$distribution" --paths "${path%/}/*" >/dev/null
