"""What `build-site check` looks at beyond what a build checks. Nothing here writes or fetches anything."""
