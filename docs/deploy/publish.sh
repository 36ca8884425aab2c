#!/bin/sh
# Puts a finished public/ in place on this machine, all at once: docs/deploy/publish.sh /srv/site
# /srv/site/public becomes a link to the newest of the last three releases. For Linux: it needs GNU cp, mv and head.
set -eu
site=${1:?the folder that holds the releases}
release=releases/$(date -u +%Y%m%dT%H%M%S)-$$
mkdir -p "$site/$release"
cp -a public/. "$site/$release"
ln -s "$release" "$site/next"
mv -T "$site/next" "$site/public" # one step for the disk: readers see the old site or the new one
cd "$site/releases"
ls | head -n -3 | xargs -r rm -rf --
