export const STAMP: string
export function webHash(root: string): string
export function builtHash(root: string): string | undefined
