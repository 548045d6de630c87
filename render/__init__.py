"""A position as a picture and in words: View to PNG bytes and alt text. Knows nothing of Discord or storage."""
