/** The browser's clock: for ages and waits only, never sent. Milliseconds since 1970. */
export const now = (): number => Date.now()
