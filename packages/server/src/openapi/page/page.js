// Follows the reader's choice of light or dark and the width of his screen, and sends requests to
// the address he came by.
const reference = document.querySelector('rapi-doc')
const dark = matchMedia('(prefers-color-scheme: dark)')
const wide = matchMedia('(min-width: 768px)')

function apply() {
  reference.setAttribute('theme', dark.matches ? 'dark' : 'light')
  // Where the list of operations has no room beside them, they are folded.
  reference.setAttribute('render-style', wide.matches ? 'focused' : 'view')
  reference.setAttribute('schema-style', wide.matches ? 'table' : 'tree')
}

reference.setAttribute('server-url', location.origin)
for (const query of [dark, wide]) query.addEventListener('change', apply)
apply()
