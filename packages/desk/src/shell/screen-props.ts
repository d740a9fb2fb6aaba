/** What every screen is given: the parts of its path. */
export type ScreenProps = { readonly params: Readonly<Record<string, string>> }
