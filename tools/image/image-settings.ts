/** What `deploy/` must say of the image as well: a test compares. */
export const IMAGE = {
  name: 'svc',
  folder: '/opt/svc',
  user: 10_001,
  port: 8080,
} as const
/** Unpacked, in bytes. */
export const SIZE_MAX = 250_000_000
