-- Months that are over are removed by their month, whichever organization they are of.
CREATE INDEX export_quotas_month ON export_quotas (month);
