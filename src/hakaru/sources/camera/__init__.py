"""Where do looks at a person come from: a camera or a video, and the landmarks in its frames."""
