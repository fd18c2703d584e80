import { acquiredCompany } from './company/acquired-company.ts'
import { companyDescriptionChanged } from './company/company-description-changed.ts'
import { companyLogoChanged } from './company/company-logo-changed.ts'
import { companyNameChanged } from './company/company-name-changed.ts'
import { companyNews } from './company/company-news.ts'
import { companyPosted } from './company/company-posted.ts'
import { companyPostedWithKeyword } from './company/company-posted-with-keyword.ts'
import { companyStatusChanged } from './company/company-status-changed.ts'
import { companyWentInactive } from './company/company-went-inactive.ts'
import { departmentSizeThreshold } from './company/department-size-threshold.ts'
import { employeeCountMilestone } from './company/employee-count-milestone.ts'
import { followerCountGrowth } from './company/follower-count-growth.ts'
import { fundingStageChanged } from './company/funding-stage-changed.ts'
import { headcountCrossedThreshold } from './company/headcount-crossed-threshold.ts'
import { headcountGrowthPercent } from './company/headcount-growth-percent.ts'
import { hqLocationChanged } from './company/hq-location-changed.ts'
import { jobPostingInFunction } from './company/job-posting-in-function.ts'
import { jobPostingWithKeyword } from './company/job-posting-with-keyword.ts'
import { newFundingRound } from './company/new-funding-round.ts'
import { newInvestor } from './company/new-investor.ts'
import { newOfficeLocation } from './company/new-office-location.ts'
import { newsWithKeyword } from './company/news-with-keyword.ts'
import { recentLayoffs } from './company/recent-layoffs.ts'
import { recentlyHiredWithTitle } from './company/recently-hired-with-title.ts'
import { technologyAdded } from './company/technology-added.ts'
import type { Rule } from './define-rule.ts'

/** Every rule about companies, in the order of the documents. */
export const companyRules: readonly Rule<'company'>[] = [
  headcountCrossedThreshold,
  headcountGrowthPercent,
  newFundingRound,
  fundingStageChanged,
  jobPostingWithKeyword,
  jobPostingInFunction,
  newsWithKeyword,
  companyNews,
  hqLocationChanged,
  companyStatusChanged,
  technologyAdded,
  companyPosted,
  companyPostedWithKeyword,
  followerCountGrowth,
  companyNameChanged,
  companyDescriptionChanged,
  companyWentInactive,
  employeeCountMilestone,
  newOfficeLocation,
  companyLogoChanged,
  acquiredCompany,
  newInvestor,
  recentlyHiredWithTitle,
  departmentSizeThreshold,
  recentLayoffs,
]
