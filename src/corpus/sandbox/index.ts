export { openSandboxStores, type SandboxStores } from './open-sandbox-stores.ts'
export { fixedSnapshots } from './fixed-snapshots.ts'
