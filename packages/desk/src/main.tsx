import '@svc/checkout/dark.css'
import './style/base.css'
import { render } from 'preact'
import { showTheme } from './client/preferences.ts'
import { findMeEarly } from './client/session.ts'
import { App } from './shell/app.tsx'
import { listenToKeys } from './shell/keys.ts'
import { followLinks, place } from './shell/place.ts'
import { start } from './shell/screen.ts'
import { loadTexts } from './texts/texts.ts'

showTheme()
followLinks()
listenToKeys()
if (place.value.path !== start.path) findMeEarly()
await loadTexts()
render(<App />, document.getElementById('app') ?? document.body)
