export function bundlesOf(root: string): string
export function programSources(root: string): string[]
export function programHash(root: string): string
export function wholeBundle(root: string): string | undefined
export function isWhole(folder: string): boolean
export function markWhole(folder: string): void
export function useMark(folder: string): string
export function isUsed(folder: string): boolean
