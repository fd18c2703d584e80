export { credits, keyAddresses, keyScopes, keySettings, settingsOfNewKey } from './key-settings.ts'
export { apiKeyView, newApiKeyView, viewOfKey } from './key-view.ts'
export type { AccountDeps } from './slice.ts'
