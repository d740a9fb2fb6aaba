/**
 * Headers with which a framed page allows an isolated page around it (COEP `require-corp` or
 * `credentialless`): browsers require both from every frame in it, including nested ones.
 */
export const inIsolatedPages = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
}
