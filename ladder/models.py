"""The models of the app, where Django looks for them; each package has its own."""

from ladder.corrections.models import Correction as Correction
from ladder.corrections.models import Disqualification as Disqualification
from ladder.ratings.models import Anchor as Anchor
from ladder.ratings.models import OfficialRating as OfficialRating
from ladder.ratings.models import RatedMatch as RatedMatch
from ladder.ratings.models import Rating as Rating
from ladder.ratings.models import RatingChange as RatingChange
from ladder.ratings.models import Refit as Refit
from ladder.seasons.models import Season as Season
from ladder.seasons.models import SeasonQuerySet as SeasonQuerySet
from ladder.seasons.models import StandingsDay as StandingsDay
from ladder.statistics.models import FairnessReport as FairnessReport
from ladder.statistics.models import RivalsReport as RivalsReport
