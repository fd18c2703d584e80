import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { openContactReads, type ContactReads } from './capabilities/contacts/index.ts'
import { openSiteIcons, type SiteIcons } from './capabilities/images/index.ts'
import { openAudit, type Audit } from './platform/audit/index.ts'
import { openDownloads, type Downloads } from './platform/downloads/index.ts'
import { openIdempotency, type IdempotencyStore } from './platform/idempotency/index.ts'
import { openEvents, type Events } from './platform/events/index.ts'
import { openJobs, type Jobs } from './platform/jobs/index.ts'
import { openKeys, type Keys } from './platform/keys/index.ts'
import { openLedger, type CreditLedger } from './platform/ledger/index.ts'
import { openLimits, type Limits } from './platform/limits/index.ts'
import { openMail, type Mail } from './platform/mail/index.ts'
import { openOrganizations, type Organizations } from './platform/organizations/index.ts'
import { openOutbound, type Outbound } from './platform/outbound/index.ts'
import { openSuppressions, type PersonalStore, type Suppressions } from './platform/privacy/index.ts'
import { openUploads, type Uploads } from './platform/uploads/index.ts'
import { openSchedules, type Schedules } from './platform/schedules/index.ts'
import { openSignUp, type SignUp } from './platform/sign-up/index.ts'
import { openRequests, type Requests } from './platform/requests/index.ts'
import { openSubscriptions, type Subscriptions } from './platform/subscriptions/index.ts'
import { enqueueDeliveries, openWebhooks, type Webhooks } from './platform/webhooks/index.ts'
import { openFileBlobs, type Blobs } from './store/blobs/index.ts'
import type { Assembly } from './assembly.ts'
import { checkStores, personalStores } from './personal-stores.ts'

/** Where icons of companies' sites are served. */
export const iconPath = '/images'

/** What every capability stands on. */
export interface Platform {
  audit: Audit
  mail: Mail
  keys: Keys
  ledger: CreditLedger
  limits: Limits
  organizations: Organizations
  idempotency: IdempotencyStore
  requests: Requests
  subscriptions: Subscriptions
  events: Events
  jobs: Jobs
  schedules: Schedules
  webhooks: Webhooks
  signUp: SignUp
  outbound: Outbound
  blobs: Blobs
  uploads: Uploads
  downloads: Downloads
  contactReads: ContactReads
  siteIcons: SiteIcons
  suppressions: Suppressions
  /** Whatever has to forget somebody who is suppressed. */
  personal: readonly PersonalStore[]
}

export async function openPlatform({ config, stores, clock, log, baseUrl }: Assembly): Promise<Platform> {
  const { db, secret } = stores
  const process = { instanceId: await instanceId(config), bootId: randomUUID() }
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
  const mail = openMail({
    ...{ smtpUrl: config.ALMANAC_SMTP_URL, from: config.ALMANAC_MAIL_FROM },
    ...{ dataDir: config.dataDir, clock, log },
  })
  // What an earlier boot of this instance left open, a kill included, is given back before the first request.
  await Promise.all([ledger.abandonHolds(), idempotency.freeAbandoned()])
  const blobs = openFileBlobs({ dir: join(config.dataDir, 'blobs'), clock })
  const personal = personalStores({ db, secret, blobs })
  await checkStores(db, personal)
  const jobs = openJobs({ db, clock, ledger, events, secret, log })
  const outbound = openOutbound({
    allowLoopback: config.ALMANAC_OUTBOUND_LOOPBACK,
    ports: config.ALMANAC_OUTBOUND_PORTS ?? [],
  })
  const urlOf = (id: string) => `${baseUrl.replace(/\/$/, '')}${iconPath}/${id}`
  return {
    ...{ audit, keys, ledger, idempotency, events, blobs, outbound },
    suppressions: openSuppressions({ db, clock, secret, audit }),
    siteIcons: openSiteIcons({ db, blobs, outbound, clock, urlOf }),
    subscriptions: openSubscriptions({ db, clock, audit }),
    contactReads: openContactReads({
      db,
      windowDays: config.ALMANAC_CONTACT_REREAD_DAYS,
      refundDays: config.ALMANAC_CONTACT_REFUND_DAYS,
    }),
    uploads: openUploads({ db, blobs, clock, quotaBytes: config.ALMANAC_UPLOAD_QUOTA_MB * 1024 ** 2 }),
    downloads: openDownloads({ blobs, jobs, clock, secret, baseUrl }),
    ...{ jobs, personal, mail, organizations },
    webhooks: openWebhooks({ db, clock, outbound, secret, log }),
    schedules: openSchedules({ db, clock, jobs, log }),
    signUp: openSignUp({ db, clock, secret, audit, keys, mail, organizations }),
    limits: openLimits({ db, clock }),
    requests: openRequests({ db, clock, log }),
  }
}

/** Names this installation, so that a restart recognises what its own earlier process left open. */
async function instanceId(config: Config): Promise<string> {
  const file = join(config.dataDir, 'instance.id')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    const fresh = randomUUID()
    await writeFile(file, `${fresh}\n`)
    return fresh
  }
}
