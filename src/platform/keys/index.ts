export {
  beginMonths,
  endConsoleKeys,
  findConsoleKey,
  limitConsoleKeys,
  openConsoleKey,
  type NewConsoleKey,
} from './console-keys.ts'
export { formatKey, parseKey, type KeyMode, type KeyParts } from './key-format.ts'
export { keysOfMembers } from './console-keys.ts'
export { findExcess, findForeignExcess, isNarrow, type KeyPower } from './key-power.ts'
export { loadKeySecret, NoKeySecret, requireKeySecret } from './key-secret.ts'
export type { KeyChange } from './key-changes.ts'
export { actorOf, lockSecret, type KeyRecord } from './key-records.ts'
export {
  LimitTooLow,
  MalformedKey,
  openKeys,
  type Keys,
  type KeysSettings,
  type NewKey,
} from './open-keys.ts'
export { isPayAsYouGo, setPayAsYouGo } from './pay-as-you-go.ts'
