/** Of the browser: for ages and waits, and for nothing that is sent. Milliseconds since 1970. */
export const now = (): number => Date.now()
