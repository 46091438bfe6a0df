import { describeJourneys } from "../../support/journeys";
import { openWebKit } from "../../support/other-browsers";

// On a virtual display WebKitGTK does not start everywhere; where it does not, its journeys are skipped.
describeJourneys("WebKitGTK", () => openWebKit().catch(() => undefined));
