/** The props of every screen: the parameters of its path. */
export type ScreenProps = { readonly params: Readonly<Record<string, string>> }
