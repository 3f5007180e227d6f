! SPDX-License-Identifier: BSD-3-Clause
! Coarray Fortran: put, get, co_sum, critical and sync images. OpenCoarrays makes MPI's one-sided calls of it.
program coarrays
  implicit none
  integer, parameter :: n = 1000
  integer :: me, images, right, left, i
  integer :: token[*], visits[*], total
  real :: band(0:n + 1)[*], sum_of_all

  me = this_image()
  images = num_images()
  right = mod(me, images) + 1
  left = mod(me + images - 2, images) + 1
  visits = 0
  token = 0
  band = real(me)
  sync all

  ! Puts to both sides, and a get.
  band(0)[right] = band(n)
  band(n + 1)[left] = band(1)
  sync all
  if (band(0) /= real(left) .or. band(n + 1) /= real(right)) error stop "put"
  if (band(n)[right] /= real(right)) error stop "get"
  band(1:n)[right] = real(10 * me)
  sync all
  if (any(band(1:n) /= real(10 * left))) error stop "put of a section"

  sum_of_all = real(me)
  call co_sum(sum_of_all)
  if (sum_of_all /= real(images * (images + 1) / 2)) error stop "co_sum"

  do i = 1, 3
    critical
      visits[1] = visits[1] + 1
    end critical
  end do
  sync all

  ! One image after the other.
  if (me > 1) sync images (me - 1)
  if (me > 1) token = token[me - 1] + 1
  if (me < images) sync images (me + 1)
  total = token
  call co_max(total)
  if (me == 1) print "(i0, a, i0, a, i0)", images, " images: ", visits, " visits, token ", total
end program
