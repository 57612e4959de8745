//! What a line is.

/// The kind of a line. The first variant that applies wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LineKind {
    /// The piece behind is the king.
    AbsolutePin,
    /// The piece in front is the king, so the line is a check.
    AbsoluteSkewer,
    /// The piece in front is worth more than the one behind, and capturing it gains material.
    Skewer,
    /// The piece behind is worth more than the one in front, or would hang without it.
    RelativePin,
    /// None of the above.
    XRay,
}

impl LineKind {
    /// All kinds, in the order in which they are tested.
    pub const ALL: [Self; 5] =
        [Self::AbsolutePin, Self::AbsoluteSkewer, Self::Skewer, Self::RelativePin, Self::XRay];

    /// The name in data: `absolute_pin`, `relative_pin`, `absolute_skewer`, `skewer`, `x_ray`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AbsolutePin => "absolute_pin",
            Self::AbsoluteSkewer => "absolute_skewer",
            Self::Skewer => "skewer",
            Self::RelativePin => "relative_pin",
            Self::XRay => "x_ray",
        }
    }

    /// Whether the line is a pin, absolute or relative.
    pub const fn is_pin(self) -> bool {
        matches!(self, Self::AbsolutePin | Self::RelativePin)
    }

    /// A move keeps a line only if the line stays in its class.
    pub(crate) const fn class(self) -> LineClass {
        match self {
            Self::AbsolutePin | Self::RelativePin => LineClass::Pin,
            Self::AbsoluteSkewer | Self::Skewer => LineClass::Skewer,
            Self::XRay => LineClass::XRay,
        }
    }
}

/// Pin, skewer or x-ray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineClass {
    Pin,
    Skewer,
    XRay,
}
