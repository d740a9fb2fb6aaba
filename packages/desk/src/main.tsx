import '@svc/checkout/dark.css'
import './style/base.css'
import { render } from 'preact'
import { showTheme } from './client/preferences.ts'
import { App } from './shell/app.tsx'
import { listenToKeys } from './shell/keys.ts'
import { followLinks } from './shell/place.ts'
import { loadTexts } from './texts/texts.ts'

showTheme()
followLinks()
listenToKeys()
await loadTexts()
render(<App />, document.getElementById('app') ?? document.body)
