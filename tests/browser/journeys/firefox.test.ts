import { describeJourneys } from "../../support/journeys";
import { openFirefox } from "../../support/other-browsers";

describeJourneys("Firefox", openFirefox);
