import { render } from 'preact'
import { startFlow } from './flow/flow.ts'
import { App } from './views/app.tsx'

const { brand = '', root = '', origin } = document.documentElement.dataset
const { store, actions } = startFlow({ brand, root, origin: origin ?? null })
const place = document.getElementById('app') ?? document.body
const draw = () => render(<App state={store.state} actions={actions} />, place)
store.onChange(draw)
draw()
