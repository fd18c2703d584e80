export { formatKey, parseKey, type KeyMode, type KeyParts } from './key-format.ts'
export { loadKeySecret } from './key-secret.ts'
export type { KeyRecord } from './key-records.ts'
export { MalformedKey, openKeys, type Keys, type KeysSettings, type NewKey } from './open-keys.ts'
