export const STAMP: string
export const BUILT: readonly string[]
export function webHash(root: string): string
export function builtHash(root: string): string | undefined
export function hashOf(root: string, paths: readonly string[]): string
export function sources(root: string, path: string): string[]
