import { randomUUID } from 'node:crypto'
import { openAudit } from './platform/audit/index.ts'
import { openDownloads } from './platform/downloads/index.ts'
import { openExportFile, openExports } from './platform/exports/index.ts'
import { openIdempotency } from './platform/idempotency/index.ts'
import { openEvents } from './platform/events/index.ts'
import { openJobs } from './platform/jobs/index.ts'
import { openKeys } from './platform/keys/index.ts'
import { openLedger } from './platform/ledger/index.ts'
import { openLimits } from './platform/limits/index.ts'
import { openLists } from './platform/lists/index.ts'
import { openMail } from './platform/mail/index.ts'
import { openMembers, openSessions } from './platform/members/index.ts'
import { openOAuth } from './platform/oauth/index.ts'
import { openOrganizations } from './platform/organizations/index.ts'
import { openOutbound } from './platform/outbound/index.ts'
import { openSuppressions } from './platform/privacy/index.ts'
import { openUploads } from './platform/uploads/index.ts'
import { openRecordReads } from './platform/record-reads/index.ts'
import { openSchedules } from './platform/schedules/index.ts'
import { openSignUp } from './platform/sign-up/index.ts'
import { openRequests } from './platform/requests/index.ts'
import { openSubscriptions } from './platform/subscriptions/index.ts'
import { enqueueDeliveries, openWebhooks } from './platform/webhooks/index.ts'
import type { AnySlice } from './capabilities/index.ts'
import type { Platform } from './platform/platform.ts'
import type { Assembly } from './assembly.ts'
import { ownPorts } from './own-ports.ts'
import { checkStores, personalStores } from './personal-stores.ts'
import { instanceId } from './store/instance-id.ts'
import { openFiles } from './stores.ts'

/** `slices` tell what they keep of people, before anything can be stored. */
export async function openPlatform(assembly: Assembly, slices: readonly AnySlice[]): Promise<Platform> {
  const { config, stores, clock, log } = assembly
  const { db, secret } = stores
  const process = { instanceId: await instanceId(config.dataDir), bootId: randomUUID() }
  const audit = openAudit({ db, clock, secret })
  const keys = openKeys({ db, clock, secret, audit })
  const ledger = openLedger({ db, clock, process })
  const idempotency = openIdempotency({ db, clock, secret, process })
  const events = openEvents({
    db,
    clock,
    checkData: config.ALMANAC_CHECK_OUTPUTS,
    enqueue: enqueueDeliveries,
  })
  const organizations = openOrganizations({ db, clock, keys, ledger })
  const { ALMANAC_SMTP_URL: smtpUrl, ALMANAC_MAIL_FROM: from, dataDir } = config
  const members = openMembers({ db, clock, secret, audit })
  const mail = openMail({ smtpUrl, from, dataDir, clock, log })
  // What an earlier boot of this instance left open, a kill included, is given back before the first request.
  await Promise.all([ledger.abandonHolds(), idempotency.freeAbandoned()])
  const blobs = await openFiles(config, clock)
  const personal = personalStores({ db, clock, secret, blobs }, slices)
  await checkStores(db, { stores: personal, slices })
  const jobs = openJobs({ db, clock, ledger, events, secret, log })
  const outbound = openOut(assembly)
  const recordReads = openRecordReads({ db, windowDays: config.ALMANAC_RECORD_REREAD_DAYS })
  return {
    audit,
    keys,
    oauth: openSignIn(assembly, { keys, audit }),
    ledger,
    idempotency,
    events,
    blobs,
    outbound,
    jobs,
    personal,
    mail,
    organizations,
    suppressions: openSuppressions({ db, clock, secret, audit }),
    subscriptions: openSubscriptions({ db, clock, audit }),
    uploads: openUploads({ db, blobs, clock, quotaBytes: config.ALMANAC_UPLOAD_QUOTA_MB * 1024 ** 2 }),
    webhooks: openWebhooks({ db, clock, outbound, secret, log }),
    ...openHandouts(assembly, { blobs, jobs, mail, recordReads }),
    lists: openLists({ clock }),
    schedules: openSchedules({ db, clock, jobs, log }),
    members,
    sessions: openSessions({ db, clock, secret, audit, keys, members, organizations }),
    signUp: openSignUp({ db, clock, secret, audit, keys, mail, members, organizations }),
    limits: openLimits({ db, clock }),
    requests: openRequests({ db, clock, log }),
    recordReads,
  }
}

/** Exports and the links that files are downloaded by. */
function openHandouts(
  { config, stores: { db, secret }, clock, baseUrl }: Assembly,
  { blobs, jobs, mail, recordReads }: Pick<Platform, 'blobs' | 'jobs' | 'mail' | 'recordReads'>,
): Pick<Platform, 'downloads' | 'exports'> {
  const files = { open: (file: Parameters<typeof openExportFile>[1]) => openExportFile({ db, blobs }, file) }
  const downloads = openDownloads({ blobs, jobs, clock, secret, baseUrl, exports: files })
  const monthlyRows = config.ALMANAC_EXPORT_ROWS
  const room = { db, blobs, clock, jobs, downloads, mail, recordReads, monthlyRows }
  return { downloads, exports: openExports(room) }
}

function openSignIn(
  { config, stores, clock, log, baseUrl }: Assembly,
  { keys, audit }: Pick<Platform, 'keys' | 'audit'>,
): Platform['oauth'] {
  return openOAuth({
    db: stores.db,
    secret: stores.secret,
    clock,
    keys,
    audit,
    baseUrl,
    signInDays: config.ALMANAC_AGENT_SIGN_IN_DAYS,
    onError: (cause) => log('sign-in failed', { level: 'error', cause: String(cause) }),
  })
}

/** Requests to addresses of others, which must not reach the ports of this installation. */
function openOut({ config, stores, listensAt }: Assembly): Platform['outbound'] {
  return openOutbound({
    allowLoopback: config.ALMANAC_OUTBOUND_LOOPBACK,
    ports: config.ALMANAC_OUTBOUND_PORTS ?? [],
    ownPorts: ownPorts({ config, stores, listensAt }),
  })
}
