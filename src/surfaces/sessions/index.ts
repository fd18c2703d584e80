export type {
  ConsoleDoor,
  NewSession,
  OpenSession,
  OperatorView,
  SessionView,
  SignInOrigin,
  SignInWay,
} from './console-door.ts'
export { providerMounts, providerPath, type ProviderDoor } from './provider-mounts.ts'
export { sessionMounts, type SessionMountOptions } from './session-mounts.ts'
