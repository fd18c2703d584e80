import { personBecameInfluencer } from './person/person-became-influencer.ts'
import { personBecamePremium } from './person/person-became-premium.ts'
import { personBecameTopVoice } from './person/person-became-top-voice.ts'
import { personBecameVerified } from './person/person-became-verified.ts'
import { personChangedCompany } from './person/person-changed-company.ts'
import { personCommentedOnPost } from './person/person-commented-on-post.ts'
import { personConnectionsMilestone } from './person/person-connections-milestone.ts'
import { personEmploymentTypeChanged } from './person/person-employment-type-changed.ts'
import { personFollowerMilestone } from './person/person-follower-milestone.ts'
import { personGotDemoted } from './person/person-got-demoted.ts'
import { personGotPromoted } from './person/person-got-promoted.ts'
import { personHeadlineChanged } from './person/person-headline-changed.ts'
import { personIsHiring } from './person/person-is-hiring.ts'
import { personLocationChanged } from './person/person-location-changed.ts'
import { personNewCertification } from './person/person-new-certification.ts'
import { personOpenToWork } from './person/person-open-to-work.ts'
import { personPosted } from './person/person-posted.ts'
import { personPostedWithKeyword } from './person/person-posted-with-keyword.ts'
import { personReactedToPost } from './person/person-reacted-to-post.ts'
import { personSkillsAdded } from './person/person-skills-added.ts'
import { personStartedCompany } from './person/person-started-company.ts'
import { personStealthChanged } from './person/person-stealth-changed.ts'
import { personStuckInRole } from './person/person-stuck-in-role.ts'
import { personSummaryChanged } from './person/person-summary-changed.ts'
import { personTagGained } from './person/person-tag-gained.ts'
import { personTenureMilestone } from './person/person-tenure-milestone.ts'
import { personTitleChanged } from './person/person-title-changed.ts'
import type { Rule } from './define-rule.ts'

/** Every rule about people, in the order of the documents. */
export const personRules: readonly Rule<'person'>[] = [
  personChangedCompany,
  personTitleChanged,
  personStealthChanged,
  personOpenToWork,
  personIsHiring,
  personBecamePremium,
  personBecameInfluencer,
  personBecameTopVoice,
  personHeadlineChanged,
  personSummaryChanged,
  personLocationChanged,
  personTagGained,
  personPosted,
  personPostedWithKeyword,
  personReactedToPost,
  personCommentedOnPost,
  personSkillsAdded,
  personGotPromoted,
  personGotDemoted,
  personStartedCompany,
  personEmploymentTypeChanged,
  personConnectionsMilestone,
  personFollowerMilestone,
  personNewCertification,
  personBecameVerified,
  personStuckInRole,
  personTenureMilestone,
]
