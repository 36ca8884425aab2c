#!/bin/sh
# Copies public/ to a folder of an S3 bucket that CloudFront serves: docs/deploy/s3.sh s3://my-bucket/bench DISTRIBUTION
# The folder in the bucket is the path of the base URL. New files come first, removals last. Needs the AWS CLI, version 2.
set -eu
to=${1:?an S3 address such as s3://my-bucket/bench} distribution=${2:?the id of the CloudFront distribution}
path=/$(printf %s "${to#s3://}/" | cut -d/ -f2-)
for_ever="public, max-age=31536000, immutable"

put() { # cache rule, file names, content type
  aws s3 sync public "${to%/}" --no-progress --cache-control "$1" --content-type "$3" --exclude "*" --include "$2"
}

put "$for_ever" "assets/*.css" "text/css; charset=utf-8"
put "$for_ever" "assets/*.js" "text/javascript; charset=utf-8"
put "$for_ever" "assets/*.svg" "image/svg+xml"
put no-cache "*.png" image/png
put no-cache "*.json" application/json
put no-cache "*.csv" "text/csv; charset=utf-8"
put no-cache "*.parquet" application/vnd.apache.parquet
put no-cache "*.webmanifest" application/manifest+json
put no-cache "*.html" "text/html; charset=utf-8"
put no-cache "*.txt" "text/plain; charset=utf-8"
put no-cache "*.xml" "text/xml; charset=utf-8"
aws s3 sync public "${to%/}" --no-progress --size-only --delete --exclude _headers --exclude _redirects --exclude .nojekyll
aws cloudfront create-invalidation --distribution-id "$distribution" --paths "${path}*" >/dev/null
