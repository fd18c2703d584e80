import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { normalizeEmail } from './lib/email.ts'
import { Failure, failures, invalidMember, type Registry, type Role } from './operation/index.ts'
import type {
  CompanySignIn,
  PendingSignIn,
  Session,
  SignedIn,
  UsableSession,
} from './platform/members/index.ts'
import type { Platform } from './platform/platform.ts'
import type { Postgres } from './store/postgres/index.ts'
import type { BrowserSessions } from './surfaces/http/index.ts'
import {
  providerPath,
  type ConsoleDoor,
  type OperatorView,
  type ProviderDoor,
  type SessionView,
  type SignInOrigin,
  type SignInWay,
} from './surfaces/sessions/index.ts'

type ConsoleParts = Pick<
  Platform,
  'keys' | 'limits' | 'members' | 'organizations' | 'sessions' | 'signUp'
> & {
  db: Postgres
  baseUrl: string
  /** Of the installation. */
  secret: Buffer
  operatorToken: string | undefined
  /** Whether codes can be mailed. */
  sendsMail: boolean
  /** Whether credits can be bought. */
  sellsCredits: boolean
  company: CompanyDoor | undefined
}

/** The provider of a company, and what becomes of whom it vouches for. */
export interface CompanyDoor {
  name: string
  signIn: CompanySignIn
  /** Undefined: the only one. */
  organizationId: string | undefined
  role: Role
}

/** Sessions of browsers as the operations need them. */
export function openBrowserSessions({ sessions, baseUrl, secret }: ConsoleParts): BrowserSessions {
  const name = createHmac('sha256', secret).update('console cookie').digest('hex').slice(0, 8)
  return {
    cookieName: `almanac_${name}`,
    baseUrl,
    findCaller: async (token, how) => (await sessions.findSession(token, how))?.caller,
    isOperator: async (token) => (await sessions.findOperatorSession(token)) !== undefined,
  }
}

/** Sessions of browsers as their own paths need them. */
export function openConsoleDoor(parts: ConsoleParts): ConsoleDoor {
  const { sessions, operatorToken, sendsMail, sellsCredits, company } = parts
  const usable = async (token: string) => {
    const session = await sessions.findSession(token)
    if (session === undefined) throw new Failure('no-session')
    return session
  }
  const siblings = async (token: string) => {
    const { session } = await usable(token)
    return { session, all: await listOwn(parts, session) }
  }
  return {
    offers: {
      mail: sendsMail,
      operator: operatorToken !== undefined,
      provider: company === undefined ? null : { name: company.name, startUrl: providerPath },
      purchases: sellsCredits,
    },
    async signIn(way, origin) {
      const { token, session, organizations } = await begin(parts, way, origin)
      const seconds = secondsOf(session)
      const open = { token, seconds, view: await viewOf(parts, session) }
      return organizations === undefined ? open : { ...open, organizations }
    },
    async find(token) {
      const open = await sessions.findSession(token)
      return open && { caller: open.caller, view: await viewOf(parts, open.session) }
    },
    async setMode(token, mode) {
      const changed = await sessions.setMode(await usable(token), mode)
      return changed && viewOf(parts, changed.session)
    },
    async end(token, origin) {
      const { session } = await usable(token)
      await sessions.endSessions([session], readAct(session, origin))
    },
    async list(token) {
      const { session, all } = await siblings(token)
      return Promise.all(
        all.map(async (each) => ({
          ...(await viewOf(parts, each)),
          isThis: each.id === session.id,
          address: each.address,
          browser: each.browser,
          seenAt: each.seenAt.toISOString(),
        })),
      )
    },
    async endAll(token, origin) {
      const { session, all } = await siblings(token)
      return sessions.endSessions(all, readAct(session, origin))
    },
    ...operatorDoor(parts),
  }
}

function operatorDoor(
  parts: ConsoleParts,
): Pick<ConsoleDoor, 'signInOperator' | 'findOperator' | 'endOperator'> {
  const { sessions } = parts
  return {
    async signInOperator(way, origin) {
      const by = 'code' in way ? way : 'token'
      const isRight = by !== 'token' || isOperatorToken(parts, way)
      const entry = isRight ? await sessions.signInOperator(by, origin) : undefined
      if (entry === undefined) throw refuse(parts, origin, new Failure('unauthorized'))
      const { token, session } = entry
      return { token, seconds: secondsOf(session), view: operatorView(session) }
    },
    async findOperator(token) {
      const session = await sessions.findOperatorSession(token)
      return session && operatorView(session)
    },
    async endOperator(token, origin) {
      const session = await sessions.findOperatorSession(token)
      if (session === undefined) throw new Failure('no-session')
      await sessions.endSessions([session], readAct(session, origin))
    },
  }
}

const secondsOf = ({ createdAt, expiresAt }: Session) =>
  Math.floor((expiresAt.getTime() - createdAt.getTime()) / 1_000)

const readAct = ({ actor }: Session, { address, requestId }: SignInOrigin) => ({ actor, address, requestId })

type Entry = SignedIn & { organizations?: { organizationId: string; name: string; role: string }[] }

const outgoingSecret = {
  ...failures.forbidden,
  message: 'This secret of the API key was replaced by a rotation. Sign in with the new one.',
}

async function begin(parts: ConsoleParts, way: SignInWay, origin: SignInOrigin): Promise<Entry> {
  const { sessions, keys } = parts
  if ('email' in way) return beginByMail(parts, way, origin)
  if ('apiKey' in way) {
    const caller = await keys.authenticate(way.apiKey)
    if (caller === undefined) throw refuse(parts, origin, new Failure('unauthorized'))
    const entry = await sessions.signInByKey(caller, origin)
    if (entry === undefined) throw new Failure('forbidden', {}, outgoingSecret)
    return entry
  }
  const entry =
    'code' in way
      ? await sessions.signInByCode(way.code, origin)
      : await sessions.signInByInvitation(way.invitation, origin)
  if (entry !== undefined) return entry
  const member = 'code' in way ? 'code' : 'invitation'
  throw refuse(parts, origin, invalidMember(member, `The ${member} was used, has expired or never was.`))
}

async function beginByMail(
  parts: ConsoleParts,
  way: Extract<SignInWay, { email: string }>,
  origin: SignInOrigin,
): Promise<Entry> {
  const { sessions, signUp, members, organizations } = parts
  const email = normalizeEmail(way.email)
  if (email === undefined) throw invalidMember('email', 'Expected an e-mail address.')
  const { address, requestId } = origin
  const by = { actor: 'sign-up', address, requestId }
  const proof = { email, code: way.otp, organizationId: way.organizationId, by }
  const entry = await signUp.prove(proof, (tx, { member }) => sessions.signInMember(tx, member, origin))
  if (entry === 'unknown-organization')
    throw invalidMember('organizationId', 'The address does not belong to this organization.')
  if (entry === undefined || typeof entry === 'string') {
    const wrong = invalidMember('otp', 'The code is wrong, used or expired. Request a new one.')
    throw refuse(parts, origin, wrong)
  }
  const places = await members.findPlaces(email)
  const others = await Promise.all(
    places.map(async ({ organizationId, role }) => {
      const organization = await organizations.getOrganization(organizationId)
      return { organizationId, role, name: organization?.name ?? '' }
    }),
  )
  return { ...entry, organizations: others }
}

/** Counts the failure of an address, as one of an API key, and answers what is thrown for it. */
function refuse({ limits }: ConsoleParts, { address }: SignInOrigin, failure: Failure): Failure {
  const { admitted, retryAfterSeconds } = limits.admitFailure(address)
  return admitted ? failure : new Failure('rate-limited', { retryAfterSeconds })
}

function isOperatorToken({ operatorToken }: ConsoleParts, way: object): boolean {
  if (operatorToken === undefined || !('token' in way)) return false
  // Digests have equal length, so the time of the comparison reveals nothing.
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(String(way.token)), digest(operatorToken))
}

/** The sign-in at the provider of a company; undefined where none is set. */
export function openProviderDoor(parts: ConsoleParts): ProviderDoor | undefined {
  const { company, db, members, sessions, organizations } = parts
  if (company === undefined) return undefined
  const findHome = async () => {
    if (company.organizationId !== undefined) return organizations.getOrganization(company.organizationId)
    const [only, ...others] = await organizations.listOrganizations()
    return others.length === 0 ? only : undefined
  }
  return {
    begin: () => company.signIn.begin(),
    async complete(search, pending, origin) {
      const person = await company.signIn.complete(search, pending as PendingSignIn)
      if (typeof person === 'string') return person
      const organization = await findHome()
      if (organization === undefined) return 'organization'
      const by = { actor: `person:${person.email}`, address: origin.address, requestId: origin.requestId }
      const newcomer = { ...person, organizationId: organization.id, role: company.role }
      const entry = await db.transact(async (tx) => {
        const member = await members.admit(tx, newcomer, by)
        return typeof member === 'string' ? member : sessions.signInMember(tx, member, origin)
      })
      if (typeof entry === 'string') return entry
      const { token, session } = entry
      return { token, seconds: secondsOf(session), view: await viewOf(parts, session) }
    },
  }
}

/** Sessions of the same person, or of the same API key. */
function listOwn({ sessions }: ConsoleParts, session: UsableSession['session']): Promise<Session[]> {
  const { organizationId, memberId, keyId } = session
  return sessions.listSessions({
    organizationId: organizationId ?? '',
    memberId: memberId ?? undefined,
    keyId: keyId ?? undefined,
  })
}

async function viewOf(parts: ConsoleParts, session: Session): Promise<SessionView> {
  const { organizationId, memberId, keyId, mode, actor, createdAt, expiresAt } = session
  const owner = organizationId ?? ''
  const [organization, member, key] = await Promise.all([
    parts.organizations.getOrganization(owner),
    memberId === null ? undefined : parts.members.getMember(owner, memberId),
    keyId === null ? undefined : parts.keys.getKey(owner, keyId),
  ])
  return {
    sessionId: session.id,
    actor,
    organization: { organizationId: owner, name: organization?.name ?? '' },
    person:
      member === undefined
        ? null
        : { memberId: member.id, email: member.email, name: member.name, role: member.role },
    key: key === undefined ? null : { keyId: key.id, name: key.name, isReadOnly: key.isReadOnly },
    mode,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

const operatorView = ({ actor, createdAt, expiresAt }: Session): OperatorView => ({
  actor,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

/** The paths below which the operations of the operator lie; none of them is below another. */
export function listOperatorPaths(registry: Registry): `/${string}`[] {
  const paths = registry.operations
    .filter(({ access }) => access === 'operator')
    .map(({ path }) => path.replace(/\/\{.*$/, '') as `/${string}`)
  const all = [...new Set<`/${string}`>(['/operator', ...paths])]
  return all.filter((path) => !all.some((other) => path !== other && path.startsWith(`${other}/`)))
}
