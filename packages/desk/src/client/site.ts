/** Facts about the service that are part of the page itself. */

const { brand = '', root = '', demo = '' } = document.documentElement.dataset

export const site = {
  brand,
  /** Path of the service, without a slash at the end. */
  root,
  /** In a demo one can act as several people. */
  isDemo: demo === 'yes',
} as const
