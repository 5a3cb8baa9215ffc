// Which colourings of a shape belong to the domain, bundle by bundle.
//
// A colouring belongs to the domain when neither side has more spheres on the board than it owns. Within a
// bundle only the number of colour bits matters, so one mask for each number of set bits in the bundle's number
// serves all shapes with as many spheres.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/table/bundle.hpp"
#include "solver/numbering/shapes.hpp"

namespace pylos::table {

/// The bundle of the same colourings when the index is made of the other side's spheres, and its number.
Bundle opposite_of_few(int spheres, Bundle x);
inline Bundle opposite(int spheres, Bundle x) {
  return spheres >= kBundleSlots ? reversed(x) : opposite_of_few(spheres, x);
}
constexpr std::uint32_t opposite_bundle(int spheres, std::uint32_t bundle) {
  return bundle_count(spheres) - 1 - bundle;
}

/// Masks over the colourings of shapes with `spheres` spheres, by how many bits the bundle's number has.
class DomainMasks {
 public:
  /// `most` spheres a side at the most (the side whose bit is 1, and the other).
  DomainMasks(int spheres, int most);

  int spheres() const { return spheres_; }
  /// Colourings with both sides within their spheres.
  Bundle valid(std::uint32_t bundle) const { return valid_[popcount(bundle)]; }
  /// Of these, the colourings with exactly `ones` bits set, 0 to 30.
  Bundle with_ones(std::uint32_t bundle, int ones) const {
    const int within = ones - static_cast<int>(popcount(bundle));
    return within < 0 || within > kBundleSlots ? Bundle{} : valid(bundle) & bundles_with_ones()[within];
  }
  /// Number of valid colourings of the bundle.
  int valid_count(std::uint32_t bundle) const { return counts_[popcount(bundle)]; }
  /// Number of valid colourings of a shape.
  std::uint64_t colourings() const;

 private:
  static std::size_t popcount(std::uint32_t bundle) {
    return static_cast<std::size_t>(__builtin_popcount(bundle));
  }
  /// By number of ones: the colourings of a bundle whose number within it has so many.
  static const Bundle* bundles_with_ones();

  int spheres_;
  std::vector<Bundle> valid_;
  std::vector<int> counts_;
};

/// The domain of a board, by tier from 0 to the number of cells.
std::vector<DomainMasks> domain_masks(const ShapeTable& table);

/// Positions of the domain with so many spheres, all images counted.
std::uint64_t domain_positions(const ShapeTable& table, const DomainMasks& masks);

/// Where an empty reserve loses (clause 6): the colourings, indexed by the mover's spheres, whose value follows
/// from the count of spheres. Loss in 0 without a reserve, and on a full board (base 2, where a sphere is left);
/// win in 1 against an empty reserve, by any place.
class EndedMasks {
 public:
  /// For shapes with `spheres` of the board's `cells`; `most` spheres a side.
  EndedMasks(int spheres, int cells, int most);

  Bundle lost(std::uint32_t bundle) const { return lost_[static_cast<std::size_t>(__builtin_popcount(bundle))]; }
  Bundle won(std::uint32_t bundle) const { return won_[static_cast<std::size_t>(__builtin_popcount(bundle))]; }

 private:
  std::vector<Bundle> lost_;
  std::vector<Bundle> won_;
};

}  // namespace pylos::table
