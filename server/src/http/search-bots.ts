const names =
  /googlebot|google-inspectiontool|storebot-google|bingbot|bingpreview|yandex(bot|images|mobilebot)|duckduckbot|baiduspider|applebot|slurp|seznambot|petalbot|sogou|exabot|naverbot|yeti\/|qwantify/i

/** Search engines only: a script or a monitor is a visitor like any other. */
export const isSearchBot = (userAgent: string | undefined): boolean => userAgent !== undefined && names.test(userAgent)
