#!/bin/sh
# Puts a finished public/ in place on this machine, all at once: docs/deploy/publish.sh /srv/site
# The server's folder, /srv/site/public, is a link to the newest release; the last three releases are kept.
set -eu
site=${1:?the folder that holds the releases}
release=releases/$(date -u +%Y%m%dT%H%M%S)-$$
mkdir -p "$site/$release"
cp -a public/. "$site/$release"
if [ -d "$site/public/assets" ]; then
  cp -an "$site/public/assets/." "$site/$release/assets" # for readers who still have an old page open
fi
ln -s "$release" "$site/next"
mv -T "$site/next" "$site/public" # one step for the disk: readers see the old site or the new one
ls -d "$site"/releases/* | head -n -3 | xargs -r rm -rf --
