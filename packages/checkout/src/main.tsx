import { render } from 'preact'
import { startFlow } from './flow/flow.ts'
import { Plain } from './plain.tsx'
import './style.css'

const { brand = '', root = '', origin } = document.documentElement.dataset
const { store, actions } = startFlow({ brand, root, origin: origin ?? null })
const place = document.getElementById('app') ?? document.body
const draw = () => render(<Plain state={store.state} actions={actions} />, place)
store.onChange(draw)
draw()
