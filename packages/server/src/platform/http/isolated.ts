/**
 * What a page in a frame says so that a page around it may isolate itself (COEP `require-corp` or
 * `credentialless`): browsers want both headers of every frame in it, nested ones included.
 */
export const inIsolatedPages = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
}
