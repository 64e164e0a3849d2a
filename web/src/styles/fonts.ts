import geologica from '@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2?url'
import onest from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url'

// Exactly two files are worth a preload: every page shows Latin figures and letters in both faces.
export const preloadedFonts = [onest, geologica]
