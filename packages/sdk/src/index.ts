/** The browser SDK's public face: importing it does nothing. */
export const brand = '__BRAND__'
