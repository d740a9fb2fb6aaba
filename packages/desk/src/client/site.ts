/** What the shell says of the service: it stands in the page itself. */

const { brand = '', root = '', demo = '' } = document.documentElement.dataset

export const site = {
  brand,
  /** Path under which the service is reached, without a slash at its end. */
  root,
  /** A demo has people to play with, and a door for them. */
  isDemo: demo === 'yes',
} as const
